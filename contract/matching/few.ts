/** While a rule is tried, smaller counts are not shown, because a rule can be written to describe a single company. No schemas. */
export const FEW = 5
