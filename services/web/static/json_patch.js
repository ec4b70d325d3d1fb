// RFC 6902: the view after an event is the view before it with a patch. What did not change is
// shared between the two, so a thousand views cost little more than their changes.

const namesIn = (path) =>
  path.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

const changed = (before, [name, ...inner], { op, value }) => {
  if (name === undefined) return value;
  const after = Array.isArray(before) ? [...before] : { ...before };
  if (op === "remove" && inner.length === 0) delete after[name];
  else after[name] = changed(before[name], inner, { op, value });
  return after;
};

// The service adds and removes members of objects only; items of a list are replaced.
export const jsonPatch = (before, operations) =>
  operations.reduce((view, operation) => changed(view, namesIn(operation.path), operation), before);
