const choices = [...document.getElementsByName("language")];
const preferred = (navigator.languages ?? [])
  .map((tag) => choices.find((choice) => choice.id === tag.slice(0, 2)))
  .find((choice) => choice);
if (preferred) preferred.checked = true;

for (const game of document.querySelectorAll(".game")) {
  const steps = [...game.querySelectorAll("li")];
  let at = 0;
  const show = () => {
    steps.forEach((step, index) => {
      step.classList.toggle("done", index <= at);
      if (index === at) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    steps[at]?.scrollIntoView({ block: "nearest" });
  };
  const button = (words, by) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", () => {
      at = Math.max(0, Math.min(steps.length - 1, at + by));
      show();
    });
    return made;
  };
  game.addEventListener("toggle", () => {
    if (!game.open || game.classList.contains("stepping") || !steps.length) return;
    game.classList.add("stepping");
    const bar = document.createElement("p");
    bar.append(button(game.dataset.before, -1), button(game.dataset.after, 1));
    game.querySelector("ol").before(bar);
    show();
  });
}
