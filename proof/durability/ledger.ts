import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, User } from '../user.ts'

/** An acknowledged write: a question, its answer, or a saved draft. */
export type Entry = { kind: 'ask'; mark: string } | { kind: 'reply'; id: number; mark: string } | { kind: 'draft'; employees: number }

/** The acknowledged writes; each is on the disk before anything is killed. */
export function openLedger(path: string) {
  const file = openSync(path, 'a')
  return {
    note: (entry: Entry) => {
      writeSync(file, `${JSON.stringify(entry)}\n`)
      fsyncSync(file)
    },
    entries: () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Entry),
    close: () => closeSync(file),
  }
}
export type Ledger = ReturnType<typeof openLedger>

export interface Writers {
  stop(): Promise<void>
}

/**
 * An individual asks, an editor answers, and a company fills in its form, as fast as answers come; without an answer they retry a moment
 * later.
 */
export function startWriters(
  people: { gr1: User; editor1: User; qy1: User },
  ledger: Ledger,
  policyId: number,
  projectId: number,
): Writers {
  let stopped = false
  const quiet = (call: Promise<Answer>) => call.then((a) => (a.status === 200 && a.body.success ? a : null)).catch(() => null)
  const loop = async (work: () => Promise<boolean>) => {
    while (!stopped) if (!(await work())) await sleep(50)
  }
  const ask = async () => {
    const mark = `账本 ${randomUUID()}`
    const done = await quiet(people.gr1.form('/pol/my/getPolConsult', { polInfoId: String(policyId), consultContent: mark }))
    if (done) ledger.note({ kind: 'ask', mark })
    return done !== null
  }
  const reply = async () => {
    const open = await quiet(people.editor1.get('/pol/consult/list', { replyState: '0', keyword: '账本', pageSize: '3' }))
    for (const { id } of (open?.body.data?.list ?? []) as { id: number }[]) {
      const mark = `答复 ${randomUUID()}`
      if (await quiet(people.editor1.post('/pol/consult/reply', { id, replyContent: mark }))) ledger.note({ kind: 'reply', id, mark })
    }
    return open !== null
  }
  let draft: { id: number; version: number } | null = null
  // Above the numbers of the demo data, so that the largest number is from this check.
  let employees = 10_000
  const save = async () => {
    if (!draft) {
      const opened = await quiet(people.qy1.post('/dec/my/save', { projectId, formData: {} }))
      const known = opened && (await quiet(people.qy1.get('/dec/my/findById', { id: String(opened.body.data.id) })))
      if (!known) return false
      draft = { id: known.body.data.id as number, version: known.body.data.version as number }
    }
    employees += 1
    const done = await quiet(people.qy1.post('/dec/my/save', { ...draft, projectId, formData: { employees } }))
    if (done) {
      ledger.note({ kind: 'draft', employees })
      draft = { id: draft.id, version: done.body.data.version as number }
    } else draft = null
    return done !== null
  }
  const all = Promise.all([loop(ask), loop(ask), loop(reply), loop(save)])
  return {
    stop: async () => {
      stopped = true
      await all
    },
  }
}
