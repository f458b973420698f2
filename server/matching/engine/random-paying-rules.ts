import fc from 'fast-check'
import { rulesOf } from './random-benefits.ts'
import { choiceConditions, conditions as allConditions } from './random-conditions.ts'
import { numbers as allNumbers, type Told } from './random-formulas.ts'
import { asFrac, frac } from './slow-fractions.ts'
import { times } from './slow-amounts.ts'

/** Random rules over all figures and conditions. */
export const rules = rulesOf(allNumbers, allConditions)
/** Rules in which only booleans and options may be open. */
export const choiceRules = rulesOf(
  fc.constantFrom(
    { text: 'own1 * 2', of: (f: Told) => times(asFrac(f['own1'])!, frac(2)) },
    {
      text: 'isHNTE ? revenueY1 : own1',
      of: (f: Told) => (f['isHNTE'] === undefined ? undefined : asFrac(f[f['isHNTE'] ? 'revenueY1' : 'own1'])),
    },
  ),
  choiceConditions,
)
