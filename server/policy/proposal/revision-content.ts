import type { z } from 'zod'
import type { SavePolicy } from '../../../contract/policy/managed-policies.ts'

/** A stored revision: everything an editor writes of a policy, without the policy's id and version. */
export type RevisionContent = Omit<z.output<typeof SavePolicy>, 'id' | 'version'>
