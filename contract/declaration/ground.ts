/** The ground on which a reviewer passes a declaration whose verdict is not 符合. */
import { z } from 'zod'
import { hasVisibleSign, requiredText, text } from '../fields.ts'
import { verdicts, type Verdict } from '../matching/verdicts.ts'
import { GROUND_LETTERS, groundKinds, groundTooShort, lettersOf, type GroundKind } from './ground-words.ts'
export * from './ground-words.ts'

const kinds = Object.keys(groundKinds) as [GroundKind, ...GroundKind[]]
export const reviewGround = z
  .strictObject({
    kind: z.enum(kinds, { error: '请选择通过的依据' }),
    about: text(200).optional(),
    words: requiredText(300, '请写明理由').refine((s) => lettersOf(s) >= GROUND_LETTERS, groundTooShort),
  })
  .superRefine((g, ctx) => {
    const { ask } = groundKinds[g.kind]
    if (ask && !hasVisibleSign(g.about ?? '')) ctx.addIssue({ code: 'custom', path: ['about'], message: ask })
  })
export type ReviewGround = z.output<typeof reviewGround>

/** The verdict shown to reviewers: `unchecked` without the company’s consent, `none` when the policy has no rule in force. */
export type DeskVerdict = Verdict | 'unchecked' | 'none'
export const deskVerdict = z.enum([...(Object.keys(verdicts) as [Verdict, ...Verdict[]]), 'unchecked', 'none'])
