// What the options of a game are called, as its rules say it in every language.

import { language } from "./words.js";

const named = (names, otherwise) => names?.[language] ?? otherwise;

// A list has a value per seat.
export const valueInWords = (option, value) =>
  value.split(",").map((one) => named(option?.value_names[one], one)).join(", ");

export const nameInWords = (option, name) => named(option?.names, name);
