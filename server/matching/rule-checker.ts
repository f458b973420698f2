import dictionaries from '../../db/seed/data/dictionaries.json' with { type: 'json' }
import fields from '../../db/seed/data/fields.json' with { type: 'json' }
import scoring from '../../db/seed/data/scoring.json' with { type: 'json' }
import sizing from '../../db/seed/data/sizing.json' with { type: 'json' }
import type { Kernel } from '../kernel/kernel.ts'
import { useRuleChecker, type RuleChecker } from '../policy/index.ts'
import { createEngine, type Condition, type EngineData } from './engine/index.ts'

const engine = createEngine({ fields, scoring, sizing, dictionaries } as unknown as EngineData)

/** The engine's word on rules, for saving policies. */
const ruleChecker: RuleChecker = {
  faults(rule, code, title) {
    const { closable, ...rest } = rule
    return engine.validatePolicyRule({ ...rest, ...(closable ? { closable } : {}), id: code, title })
  },
  closable: (conditions) => engine.defaultClosable(conditions as unknown as Condition),
}

export const joinRuleChecker = (k: Kernel): void => useRuleChecker(k, ruleChecker)
