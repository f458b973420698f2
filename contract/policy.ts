/** The policy domain's contract: `policy.market`, `policy.consult`, `policy.managed`. */
export * from './policy/codes.ts'
export * from './policy/market.ts'
export * from './policy/consult.ts'
export * from './policy/manage.ts'
