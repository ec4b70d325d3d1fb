// The one door to the service: answers as JSON, refusals and silence as one kind of error.

// In a page of another origin, `embed.js` says where we come from.
export const API = `${globalThis.schichtbuch?.origin ?? ""}/api/v1`;

export class Trouble extends Error {
  constructor(code, detail = "", status = 0, facts = {}) {
    super(detail || code);
    Object.assign(this, { code, detail, status, facts });
  }
}

const troubleOf = async (answer) => {
  let problem = {};
  try {
    problem = await answer.json();
  } catch { /* a proxy may answer in HTML */ }
  return new Trouble(problem.code || "unexpected", problem.detail || answer.statusText, answer.status, { retry: Number(answer.headers.get("Retry-After")), game: problem.game, section: problem.section });
};

export const ask = async (path, { token, language, ...options } = {}) => {
  const headers = new Headers(options.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (language) headers.set("Accept-Language", language);
  let answer;
  try {
    answer = await fetch(path, { ...options, headers });
  } catch {
    throw new Trouble("server_gone");
  }
  if (!answer.ok) throw await troubleOf(answer);
  return answer;
};

export const askJson = async (path, options) => (await ask(path, options)).json();

export const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

// A worker finds the verdicts: 202 until it has them, or says why it cannot.
export const askUntilDone = async (path, options) => {
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await ask(path, options);
    if (answer.status !== 202) {
      const found = await answer.json();
      if (found.status === "failed") throw new Trouble("audit_failed", found.reason, 200, { reason: found.reason });
      return found;
    }
    // An answer that nobody reads keeps its request open.
    await answer.arrayBuffer();
    await pause(tries < 5 ? 200 : 1000);
  }
  throw new Trouble("still_working");
};
