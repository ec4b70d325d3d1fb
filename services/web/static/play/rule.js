// Where the rules document says so.

export const ruleOf = (facts) => (facts?.section ? `/rules/${facts.game}#${facts.section}` : null);
