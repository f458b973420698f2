import { listIn } from '../../shell/address.ts'

/** Conditions of a search that a subscription holds. */
export const wishKeys = ['q', 'policyDepId', 'supportMode', 'level', 'industry', 'labelId'] as const
const dropped: Readonly<Record<string, string>> = {
  status: '申报状态',
  startTime: '发布时间',
  endTime: '发布时间',
  deadlineStart: '截止时间',
  deadlineEnd: '截止时间',
}

/** What a search brings into a subscription, and the names of its conditions that stay behind; null when the address brings no search. */
export function wishOf(params: URLSearchParams): { wish: Record<string, string | string[]>; left: string[] } | null {
  if (params.get('from') !== 'search') return null
  const lists = wishKeys.filter((key) => key !== 'q').map((key) => [key, listIn(params, key)] as const)
  const q = params.get('q')?.trim()
  return {
    wish: { ...(q ? { q } : {}), ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)) },
    left: [...new Set([...params.keys()].flatMap((key) => dropped[key] ?? []))],
  }
}
