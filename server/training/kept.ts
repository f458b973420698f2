import { activity } from '../../contract/training/activity.ts'
import { keepAnswers } from '../kernel/answers/kept-answers.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { givenPerKernel } from '../kernel/per-kernel.ts'

const kept = givenPerKernel<ReturnType<typeof keepAnswers>[]>()

/**
 * Caches the answers to visitors without a token (ADR 0814); a status that changes with time is at most these seconds late. Call once,
 * after implement.
 */
export const keepActivities = (k: Kernel): void =>
  kept.give(k, [
    keepAnswers(k, [activity.list], { ttlMs: 1_000, http: true }),
    keepAnswers(k, [activity.findById], { ttlMs: 2_000, http: true }),
  ])
/** Call after every change of an activity or its seats. */
export const forgetActivities = (k: Kernel): void => kept.of(k)?.forEach((one) => one.forget())
