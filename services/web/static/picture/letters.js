// How wide a text may be in whatever font it is shown: names stand beside other things, and have any letters.

const WIDEST = /[WM@%\u1100-\u11ff\u2e80-\ufe6f\uff01-\uffe6]|\p{Extended_Pictographic}/u;
const WIDE = /[\p{Lu}mw]/u;

const shareOf = (letter) => (WIDEST.test(letter) ? 1.1 : WIDE.test(letter) ? 0.8 : 0.66);

export const widthOf = (text, size) => [...text].reduce((sum, letter) => sum + shareOf(letter) * size, 0);

// As much of it as there is room for.
export const fitted = (text, wide, size) => {
  if (widthOf(text, size) <= wide) return text;
  let room = wide - size;
  const kept = [...text].filter((letter) => {
    room -= shareOf(letter) * size;
    return room >= 0;
  });
  return `${kept.join("").trimEnd()}…`;
};
