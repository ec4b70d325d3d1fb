// Numbers as the sentences of the games have them: with a true minus sign.

export const number = (value) => String(value).replace(/^-(?=\d)/, "−");
export const signed = (value) => (value > 0 ? `+${value}` : number(value));
