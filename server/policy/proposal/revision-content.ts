import type { z } from 'zod'
import type { SavePolicy } from '../../../contract/policy/managed-policies.ts'

/** A revision as kept: everything an editor writes of a policy, but not which. */
export type RevisionContent = Omit<z.output<typeof SavePolicy>, 'id' | 'version'>
