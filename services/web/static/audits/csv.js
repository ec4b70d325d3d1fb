// A table as CSV (RFC 4180) that no spreadsheet takes for formulas: names of files and players are strangers' words.

const FORMULA = /^[\s\0]*[=+\-@|%\t\r\n＝＋－＠]/;

const cell = (value) => {
  const text = String(value ?? "");
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
};

// With the mark by which spreadsheets know that it is UTF-8.
export const csv = (rows) => `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
