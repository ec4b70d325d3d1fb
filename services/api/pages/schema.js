// The page to try the API: builds a form for every call of /schema/openapi.json.
"use strict";

const make = (tag, attributes = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};

const example = (body) => {
  const media = body && Object.values(body.content)[0];
  if (!media) return "";
  const named = media.examples && Object.values(media.examples)[0];
  const shown = named ? named.value : media.example;
  return shown === undefined ? "" : JSON.stringify(shown, null, 2);
};

const field = (parameter) => {
  const input = make("input", { name: parameter.name, placeholder: parameter.description || "" });
  input.dataset.in = parameter.in;
  const text = `${parameter.name} (${parameter.in})${parameter.required ? " *" : ""}`;
  return make("label", {}, text, input);
};

const headersFor = (form, call) => {
  const headers = {};
  const token = document.getElementById("token").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (call.requestBody) headers["Content-Type"] = Object.keys(call.requestBody.content)[0];
  for (const input of form.querySelectorAll("input[data-in=header]")) {
    if (input.value) headers[input.name] = input.value;
  }
  return headers;
};

const addressOf = (form, path) => {
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("input[data-in]")) {
    if (input.dataset.in === "path") {
      path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    } else if (input.dataset.in === "query" && input.value) {
      query.set(input.name, input.value);
    }
  }
  return query.size ? `${path}?${query}` : path;
};

const show = async (answer, output) => {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  output.textContent = `${answer.status} ${answer.statusText}\n${headers}\n\n`;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    output.lastChild.textContent = `${answer.status} ${answer.statusText}\n${headers}\n\n${text}`;
  }
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    output.textContent = `${answer.status} ${answer.statusText}\n${headers}\n\n${pretty}`;
  } catch { /* not JSON: shown as it came */ }
};

const formFor = (method, path, call) => {
  const form = make("form");
  form.append(...(call.parameters || []).map(field));
  const body = call.requestBody && make("textarea", { value: example(call.requestBody) });
  if (body) form.append(make("label", {}, "body", body));
  const output = make("pre", { textContent: " " });
  form.append(make("button", { textContent: "Send" }), output);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const options = { method: method.toUpperCase(), headers: headersFor(form, call) };
    if (body) options.body = body.value;
    try {
      await show(await fetch(addressOf(form, path), options), output);
    } catch (error) {
      output.textContent = String(error);
    }
  });
  return form;
};

const callFor = (method, path, call) => {
  const title = make("summary", {}, make("code", { textContent: `${method.toUpperCase()} ${path}` }),
    make("span", { className: "quiet", textContent: ` ${call.summary || ""}` }));
  const answers = Object.entries(call.responses || {})
    .map(([status, answer]) => `${status} ${answer.description || ""}`).join("\n");
  return make("details", {}, title, make("p", { textContent: call.description || "" }),
    make("pre", { textContent: answers }), formFor(method, path, call));
};

const draw = (schema) => {
  const place = document.getElementById("calls");
  place.textContent = "";
  const byTag = {};
  for (const [path, calls] of Object.entries(schema.paths)) {
    for (const [method, call] of Object.entries(calls)) {
      const tag = (call.tags || ["other"])[0];
      (byTag[tag] = byTag[tag] || []).push(callFor(method, path, call));
    }
  }
  for (const [tag, calls] of Object.entries(byTag)) {
    place.append(make("h2", { textContent: tag }), ...calls);
  }
};

fetch("/schema/openapi.json").then((answer) => answer.json()).then(draw);
