import type { z } from 'zod'
import type { Access } from '../../../contract/endpoint.ts'
import type { ScheduledKind } from '../../../contract/scheduled/states.ts'
import type { Db } from '../db/index.ts'
import type { Call, Kernel } from '../kernel.ts'
import { namedPerKernel } from '../per-kernel.ts'
import type { ChangeWords } from '../way-back.ts'

interface One {
  id: number
  version: number
}
/** A kind of record whose changes can wait for their time. They act through the use cases of a change at once, which keep 修改记录. */
export interface ScheduledOffer {
  /** who saves at once */
  access: Access
  /** runs the transaction, and clears what shows the content */
  changing<T>(k: Kernel, work: (db: Db) => Promise<T>): Promise<T>
  /** `payload` is read again as the save at once reads it; `day` is the day on which it acts */
  save(db: Db, call: Call, payload: unknown, day: string): Promise<{ id: number }>
  remove(db: Db, call: Call, asked: One): Promise<unknown>
  /** null: it stands there already */
  move?(db: Db, call: Call, asked: One & { place: number }): Promise<object | null>
  /** the words of its 修改记录 */
  words: ChangeWords
  /** the value that names the part of the kind to which the record belongs: its dictionary, its block */
  scope?: string
  /** what no two records of a part have in common, and its field: two additions of the same one cannot both wait */
  unique?: { field: string; of(payload: unknown): string }
  /** the page on which the change is seen */
  page(scope: string): string
}

const offers = namedPerKernel<ScheduledOffer>('scheduled changes of')

/** A domain offers that changes of its records wait for their time (ADR 1004); they then act as the person who wrote them. */
export const offersScheduled = <S extends z.ZodType>(
  k: Kernel,
  kind: ScheduledKind,
  {
    body,
    save,
    unique,
    ...rest
  }: Omit<ScheduledOffer, 'save' | 'unique'> & {
    /** what the save at once takes */
    body: S
    save(db: Db, call: Call, body: z.output<S>, day: string): Promise<{ id: number }>
    unique?: { field: string; of(body: z.output<S>): string }
  },
): void =>
  offers.add(k, kind, {
    ...rest,
    save: (db, call, payload, day) => save(db, call, body.parse(payload), day),
    ...(unique ? { unique: { field: unique.field, of: (payload) => unique.of(body.parse(payload)) } } : {}),
  })

export function scheduledOffer(k: Kernel, kind: ScheduledKind): ScheduledOffer {
  const offer = offers.find(k, kind)
  if (!offer) throw new Error(`nobody offers scheduled changes of ${kind}`)
  return offer
}
