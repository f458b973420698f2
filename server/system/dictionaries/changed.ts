import { system } from '../../../contract/system.ts'
import { keepAnswers } from '../../kernel/answers/kept-answers.ts'
import type { Db } from '../../kernel/db/index.ts'
import { publishAll } from '../../kernel/jobs/events.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { publishing } from '../../kernel/offers/publishing.ts'
import { pagesPurged } from '../../kernel/offers/services.ts'
import { givenPerKernel } from '../../kernel/per-kernel.ts'

const TOPIC = 'dictionaries'
const kept = givenPerKernel<ReturnType<typeof keepAnswers>>()
const forget = (k: Kernel): void => void kept.of(k)?.forget()

const { changing, hear } = publishing({ topic: TOPIC, pages: '/', forget })
/** Runs a change of a dictionary; afterwards no process answers `getDict` or shows a public page with the old values. */
export const changingDictionaries = changing

/** The same for a change inside a transaction of somebody else, such as an import. */
export async function dictionariesChanged(k: Kernel, db: Db): Promise<void> {
  await publishAll(db, [pagesPurged('/'), { topic: TOPIC }])
  forget(k)
}

/** Keeps the answers of `getDict` in this process, for all callers (domains/system.md C). Call once, after implement. */
export function keepDictionaries(k: Kernel): void {
  kept.give(k, keepAnswers(k, [system.getDict], { ttlMs: 5_000, http: true, tagged: true }))
  hear(k)
}
