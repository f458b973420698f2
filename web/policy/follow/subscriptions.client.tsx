import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { follow } from '../../../contract/policy/follow.ts'
import { call } from '../../api.ts'
import { LabelSelector } from '../../kit/choose/label-selector.tsx'
import { useOptions } from '../../kit/choose/use-options.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { toast } from '../../toast.ts'
import { labelTree } from './label-tree.ts'
import { CalendarAddress } from './calendar-address.client.tsx'
import css from './follow.module.css'
import { PushSetting } from './push-setting.client.tsx'
import { SubscribedPolicies, useSubscribed } from './subscribed-policies.client.tsx'
import { Wishes } from './wishes.client.tsx'

export default function Subscriptions() {
  const client = useQueryClient()
  const mine = useQuery({
    queryKey: ['subscription'],
    queryFn: () => call(follow.subscription, { query: {} }, { silent: true }),
    retry: false,
  })
  const labels = useOptions(labelTree)
  const [chosen, setChosen] = useState<number[] | null>(null)
  const [saving, setSaving] = useState(false)
  const any = mine.data !== undefined && mine.data.labelIds.length + mine.data.searches.length > 0
  const listed = useSubscribed(any)
  const shown = useRef(false)
  if (mine.isError) return <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />
  // All at once: labels or policies that arrive later would move the buttons below them while somebody presses one.
  if (!mine.data || (!shown.current && (labels.loading || listed.isLoading)))
    return (
      <p className="meta" role="status">
        正在加载…
      </p>
    )
  shown.current = true
  const reload = async () => {
    await Promise.all([mine.refetch(), client.invalidateQueries({ queryKey: ['subscribed'] })])
  }
  const saveLabels = async () => {
    if (!chosen) return
    setSaving(true)
    try {
      await call(follow.subscribe, { body: { labelIds: chosen.map(Number) } })
      toast.success('订阅已保存', 3)
      await reload()
      setChosen(null)
    } catch {
      // The shared client shows the error; the choice stays.
    } finally {
      setSaving(false)
    }
  }
  const { labelIds, searches, setting } = mine.data
  return (
    <>
      <SubscribedPolicies any={any} query={listed} />
      <section className={`card ${css.block}`} aria-labelledby="sub-labels">
        <h2 id="sub-labels">按标签订阅</h2>
        <LabelSelector
          source={labelTree}
          label="政策标签"
          value={chosen ?? labelIds}
          limit={100}
          onChange={(v) => setChosen(v as number[])}
        />
        <p className={css.tools} style={{ marginTop: 12 }}>
          <Button type="primary" disabled={chosen === null} loading={saving} onClick={() => void saveLabels()}>
            保存标签
          </Button>
          {chosen !== null && <Button onClick={() => setChosen(null)}>取消修改</Button>}
        </p>
      </section>
      <Wishes searches={searches} onChanged={reload} />
      <PushSetting setting={setting} onChanged={reload} />
      <CalendarAddress />
    </>
  )
}
