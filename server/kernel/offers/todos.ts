import type { Figure, TodoKind } from '../../../contract/work.ts'
import type { Actor } from '../actor.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** How a person's work of one kind is called, and where it is done. */
type Named = Pick<TodoKind, 'label' | 'to'> & Partial<Pick<TodoKind, 'mark' | 'tone' | 'action'>>
type Waiting = { count: number } & Partial<Pick<TodoKind, 'note' | 'first' | 'overdue' | 'oldest' | 'people'>>
type Find = (k: Kernel, actor: Actor) => Promise<(Waiting & Partial<Named>) | null>
export type TodoScope = 'mine' | 'office' | undefined

/** One kind of work of a domain. */
export interface TodoSource {
  /** its key, such as `consult` */
  kind: string
  /** the part of the work it belongs to, such as 政策咨询 */
  group: string
  /** null: this person never has such work, and `find` is not asked */
  of(actor: Actor): Named | null
  /** What waits for this person, by the same rules as the list at `to`. null: nothing is to be said of it. */
  find: Find
  /** what of it waits for this person by name; without it, nothing does */
  findMine?: Find
  /** with what colleagues of the office have in hand; without it the same as `find` */
  findOffice?: Find
}

const sources = perKernel((): TodoSource[] => [])
const figures = perKernel((): ((actor: Actor) => Promise<Figure[]>)[] => [])

/** A domain offers a kind of work when it joins. Landing pages show the kinds of all domains. */
export function offersTodo(k: Kernel, source: TodoSource): void {
  if (sources(k).some(({ kind }) => kind === source.kind)) throw new Error(`two to-dos of kind ${source.kind}`)
  sources(k).push(source)
}

/** What waits for a person, of all domains. A kind that fails is named with a count of null, and the others are answered. */
export async function todosOf(k: Kernel, actor: Actor, scope?: TodoScope): Promise<{ total: number; list: TodoKind[] }> {
  const found = await Promise.all(sources(k).map((source) => read(k, actor, source, scope)))
  const list = found.filter((todo) => todo !== null)
  return { total: list.reduce((n, { count }) => n + (count ?? 0), 0), list }
}

async function read(k: Kernel, actor: Actor, source: TodoSource, scope: TodoScope): Promise<TodoKind | null> {
  const { kind, group } = source
  const named = source.of(actor)
  const find = scope === 'mine' ? source.findMine : scope === 'office' ? (source.findOffice ?? source.find) : source.find
  if (!named || !find) return null
  const told = { mark: named.label, tone: 'waiting', action: '去处理', note: null, first: null, overdue: 0, oldest: null } as const
  const todo = { kind, group, ...told, people: [], ...named }
  try {
    const waiting = await find(k, actor)
    return waiting && { ...todo, ...waiting }
  } catch (err) {
    k.log.error({ err, kind }, 'to-dos could not be read')
    return { ...todo, count: null }
  }
}

/** A domain offers figures when it joins; to whom it has nothing to say it answers none. */
export const offersFigures = (k: Kernel, find: (actor: Actor) => Promise<Figure[]>): void => void figures(k).push(find)

/** The figures of all domains for a person. */
export const figuresOf = async (k: Kernel, actor: Actor): Promise<{ items: Figure[] }> => ({
  items: (await Promise.all(figures(k).map((find) => find(actor)))).flat(),
})
