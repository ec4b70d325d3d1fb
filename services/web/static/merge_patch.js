// RFC 7396: the view after an event is the view before it with a patch. What did not change is
// shared between the two, so a thousand views cost little more than their changes.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

export const mergePatch = (before, patch) => {
  if (!isObject(patch)) return patch;
  const after = isObject(before) ? { ...before } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete after[name];
    else after[name] = mergePatch(after[name], value);
  }
  return after;
};
