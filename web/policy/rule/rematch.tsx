import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { companyMatching } from '../../../contract/matching/dry-run.ts'
import { call } from '../../api.ts'
import { listKey } from '../../kit/table/use-list.ts'

const POLL_MS = 800
const going = (state: string | undefined) => state === 'queued' || state === 'running'

/** 重新匹配: matches all published policies against my company's archive in the background; the named list is reloaded at the end. */
export function Rematch({ list }: { list: string }) {
  const client = useQueryClient()
  const begin = useMutation({ mutationFn: () => call(companyMatching.start, { query: {} }) })
  const taskId = begin.data?.taskId
  const run = useQuery({
    queryKey: ['company-matching', taskId],
    queryFn: () => call(companyMatching.progress, { query: { taskId: taskId! } }, { silent: true }),
    enabled: taskId !== undefined,
    refetchInterval: ({ state }) => (going(state.data?.state ?? 'queued') ? POLL_MS : false),
    retry: false,
  })
  const state = run.data?.state
  const result = run.data?.result
  const busy = begin.isPending || (taskId !== undefined && !run.error && (state === undefined || going(state)))
  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: listKey(list) })
  }, [state, client, list])
  const said = () => {
    if (busy) return '正在按最新档案匹配全部政策…'
    if (result) return `已按 ${result.asOf} 的档案匹配：符合 ${result.match} 项，接近 ${result.near} 项，信息不足 ${result.unknown} 项`
    if (run.error || state === 'failed' || state === 'cancelled') return '匹配没有完成，请稍后重试'
    return state === 'done' ? '授权已撤回，没有匹配' : ''
  }
  return (
    <>
      <Button loading={busy} onClick={() => begin.mutate()}>
        重新匹配
      </Button>
      <span role="status">{said()}</span>
    </>
  )
}
