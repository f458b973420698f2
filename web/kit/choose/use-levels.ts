import { useQueries } from '@tanstack/react-query'
import { childrenAt, type Level, type Path } from './cascade.ts'
import type { OptionSource } from '../form/fields.ts'
import { readOptions, type Option, type RawOption } from './options.ts'
import { useOptions } from './use-options.ts'

/** Children loaded level by level; `parent` is null for the roots. */
export interface LevelSource {
  key: string
  children: (parent: Option['value'] | null) => Promise<readonly RawOption[]>
}
export type CascadeSource = OptionSource | LevelSource
const byLevel = (source: CascadeSource | undefined): source is LevelSource => source !== undefined && 'children' in source

/**
 * The options of each level below a path, from a whole tree or loaded level by level. Each answer is stored under its parent, so a late one
 * never appears below another choice (ambiguities A110).
 */
export function useLevels(source: CascadeSource | undefined, path: Path, most: number): Level[] {
  const whole = useOptions(source === undefined || byLevel(source) ? undefined : source)
  const parents = [null, ...path].slice(0, most)
  const asked = useQueries({
    queries: byLevel(source)
      ? parents.map((parent) => ({
          queryKey: ['cascade', source.key, parent],
          queryFn: async () => readOptions(await source.children(parent)),
          staleTime: 5 * 60_000,
          retry: false,
        }))
      : [],
  })
  if (byLevel(source))
    return asked.map((q) => ({ options: q.data ?? [], loading: q.isFetching && !q.data, failed: q.isError, retry: () => void q.refetch() }))
  return parents.map((_, level) => ({
    options: childrenAt(whole.options, path.slice(0, level)),
    loading: level === 0 && whole.loading,
    failed: level === 0 && whole.failed,
    retry: whole.retry,
  }))
}
