import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { aboutUs, type AboutVersion } from '../../contract/site/about.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { useSubmit } from '../kit/form/use-submit.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import css from './site.module.css'

const versionParts = () => import('./about-version-dialog.client.tsx')
const AboutVersionDialog = lazyPart(() => versionParts().then((m) => m.AboutVersionDialog))
const AboutCompareDialog = lazyPart(() => versionParts().then((m) => m.AboutCompareDialog))
const AboutForm = lazyPart(() => import('./about-form.client.tsx').then((m) => m.AboutForm))

/** 关于我们管理: every save makes a version. An earlier version can be published again, and a waiting one can be withdrawn. */
export default function AboutUsDesk() {
  const found = useQuery({
    queryKey: ['about-versions'],
    queryFn: () => call(aboutUs.versions, { query: { pageSize: 20 } }, { silent: true }),
    retry: false,
    staleTime: 0,
  })
  const usual = useQuery({ queryKey: ['about-now'], queryFn: () => call(aboutUs.detail, { query: {} }, { silent: true }), retry: false })
  const [read, setRead] = useState<AboutVersion | null>(null)
  const [pair, setPair] = useState<readonly [number, number] | null>(null)
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !usual.data) return <p role="status">正在加载…</p>
  const shown = usual.data
  const waiting = found.data.list.filter((one) => one.standing === 'waiting')
  const others = found.data.list.filter((one) => one.standing !== 'waiting')
  const refresh = () => Promise.all([found.refetch(), usual.refetch()])
  const versionOf = (one: AboutVersion) => (
    <Version
      key={one.id}
      version={one}
      onRead={() => setRead(one)}
      onCompare={shown.id !== null && shown.id !== one.id ? () => setPair([one.id, shown.id!]) : undefined}
      onDone={refresh}
    />
  )
  return (
    <div className={css.stack}>
      <p className={css.note}>
        保存后门户“关于我们”立即显示。<a href="/page/aboutus">查看页面</a>
      </p>
      {waiting.length > 0 && (
        <>
          <h2>等待发布</h2>
          <ul className={css.rows}>{waiting.map(versionOf)}</ul>
          <p className={css.note}>
            下面是正在显示的内容，不含等待发布的。立即发布或恢复别的版本以后，等待发布的不再发布；要另行定时，请先取消它。
          </p>
        </>
      )}
      {/* What is scheduled is not shown yet: the next version begins with what visitors see. */}
      <AboutForm key={`${shown.id}:${found.data.list[0]?.id ?? 0}`} about={shown} onDone={refresh} />
      <h2>版本</h2>
      {found.data.total === 0 && <p>还没有发布过，页面显示默认的联系方式。</p>}
      <ul className={css.rows}>{others.map(versionOf)}</ul>
      {read && <AboutVersionDialog version={read} onClose={() => setRead(null)} />}
      {pair && <AboutCompareDialog versions={found.data.list} first={pair[0]} second={pair[1]} onClose={() => setPair(null)} />}
    </div>
  )
}

const standings = {
  current: { label: '正在显示', tone: 'done' },
  waiting: { label: '等待发布', tone: 'waiting' },
  missed: { label: '未执行', tone: 'refused' },
  past: { label: '以前的', tone: 'off' },
} as const

interface VersionProps {
  version: AboutVersion
  onRead(): void
  /** compares it with the version that is shown; absent for that version itself */
  onCompare: (() => void) | undefined
  onDone(): Promise<unknown>
}
function Version({ version: v, onRead, onCompare, onDone }: VersionProps) {
  const { busy, failure, run } = useSubmit(async () => {
    await call(aboutUs.rollback, { body: { id: v.id } }, { silent: true })
    toast.success(v.standing === 'waiting' ? '已取消' : '已恢复')
    await onDone()
  })
  const { label, tone } = standings[v.standing]
  return (
    <li>
      <StatusTag tone={tone}>{label}</StatusTag> <span className="num">{localMinute(v.publishTime)}</span> {v.authorName}{' '}
      <Button size="small" onClick={onRead}>
        查看
      </Button>
      {onCompare && (
        <Button size="small" onClick={onCompare}>
          与正在显示的比较
        </Button>
      )}
      {v.standing !== 'current' && v.standing !== 'missed' && (
        <Button size="small" loading={busy} onClick={() => void run()}>
          {v.standing === 'waiting' ? '取消发布' : '恢复这一版'}
        </Button>
      )}
      {v.fault && <p className={css.note}>{v.standing === 'waiting' ? `到时将不会发布：${v.fault}` : `没有发布：${v.fault}`}</p>}
      {failure && <p role="alert">{failure.message}</p>}
    </li>
  )
}
