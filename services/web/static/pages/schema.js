// The page to read and try the API: a form for every call of /schema/openapi.json.

import { askJson } from "../api.js";
import { make, replace } from "../dom.js";
import { say } from "../words.js";

const DOCUMENT = "/schema/openapi.json";

const example = (body) => {
  const media = body && Object.values(body.content)[0];
  if (!media) return "";
  const named = media.examples && Object.values(media.examples)[0];
  const shown = named ? named.value : media.example;
  return shown === undefined ? "" : JSON.stringify(shown, null, 2);
};

// Descriptions are Markdown, of which they use only this.
const prose = (text = "") => text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));

const field = ({ name, in: place, required, description }) => make("label", {},
  make("span", {}, make("code", {}, name), ` (${place})${required ? " *" : ""}`),
  make("input", { name, "data-in": place }),
  make("small", {}, prose(description)));

const headersFor = (form, call, token) => {
  const headers = {};
  if (token.value.trim()) headers.Authorization = `Bearer ${token.value.trim()}`;
  if (call.requestBody) [headers["Content-Type"]] = Object.keys(call.requestBody.content);
  for (const input of form.querySelectorAll("input[data-in=header]")) {
    if (input.value) headers[input.name] = input.value;
  }
  return headers;
};

const addressOf = (form, path) => {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, value, dataset } of form.querySelectorAll("input[data-in]")) {
    if (dataset.in === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (dataset.in === "query" && value) query.set(name, value);
  }
  return query.size ? `${address}?${query}` : address;
};

// Piece by piece, because a stream goes on; what turns out to be JSON is set in order at the end.
const tell = async (answer, output) => {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const head = `${answer.status} ${answer.statusText}\n${headers}\n\n`;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    output.textContent = head + text;
  }
  try {
    text = JSON.stringify(JSON.parse(text), null, 2);
  } catch { /* not JSON: shown as it came */ }
  output.textContent = head + text;
};

const formFor = (method, path, call, token) => {
  const body = call.requestBody && make("textarea", { rows: "8", spellcheck: "false" }, example(call.requestBody));
  const output = make("pre", { tabindex: "0", role: "status", "aria-label": say("schema.answer") });
  const send = async (event) => {
    event.preventDefault();
    const options = { method: method.toUpperCase(), headers: headersFor(form, call, token) };
    if (body) options.body = body.value;
    try {
      await tell(await fetch(addressOf(form, path), options), output);
    } catch (error) {
      output.textContent = String(error);
    }
  };
  const form = make("form", { onsubmit: send }, (call.parameters || []).map(field),
    body ? make("label", {}, make("span", {}, say("schema.body")), body) : null,
    make("button", {}, say("schema.send")), output);
  return form;
};

const answersOf = (call) => make("dl", { class: "facts" }, Object.entries(call.responses || {}).map(([status, { description }]) =>
  [make("dt", {}, make("code", {}, status)), make("dd", {}, prose(description))]));

// A form is made when its call is opened: there are dozens.
const callFor = (method, path, call, token) => {
  const place = make("div");
  const open = () => {
    if (!place.firstChild) place.append(make("p", {}, prose(call.description)), answersOf(call), formFor(method, path, call, token));
  };
  return make("details", { class: "call", ontoggle: open },
    make("summary", {}, make("code", {}, `${method.toUpperCase()} ${path}`), ` ${call.summary || ""}`), place);
};

const byTag = (paths, token) => {
  const tags = new Map();
  for (const [path, calls] of Object.entries(paths)) {
    for (const [method, call] of Object.entries(calls)) {
      const tag = call.tags?.[0] ?? "other";
      tags.set(tag, [...tags.get(tag) ?? [], callFor(method, path, call, token)]);
    }
  }
  return [...tags].map(([tag, calls]) => make("section", {}, make("h2", {}, tag), calls));
};

export const show = async (main) => {
  document.title = `${say("schema.title")} · Schichtbuch`;
  const { paths } = await askJson(DOCUMENT);
  const token = make("input", { id: "token", type: "password", autocomplete: "off" });
  replace(main, make("article", { class: "api" },
    make("h1", {}, say("schema.title")),
    make("p", {}, say("schema.lead"), " ", make("a", { href: DOCUMENT }, "JSON"), ", ", make("a", { href: "/schema/openapi.yaml" }, "YAML")),
    make("label", { for: "token" }, say("schema.token")), token,
    byTag(paths, token)));
};
