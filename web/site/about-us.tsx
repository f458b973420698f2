import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { aboutUs, type AboutVersion } from '../../contract/site/about.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { flushDrafts } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { AboutVersionRow } from './about-version-row.tsx'
import css from './site.module.css'

const versionParts = () => import('./about-version-dialog.client.tsx')
const AboutVersionDialog = lazyPart(() => versionParts().then((m) => m.AboutVersionDialog))
const AboutCompareDialog = lazyPart(() => versionParts().then((m) => m.AboutCompareDialog))
const AboutForm = lazyPart(() => import('./about-form.client.tsx').then((m) => m.AboutForm))

/**
 * 关于我们管理: every save makes a version. An earlier version can be published again or be the beginning of the next one, and a waiting one can be
 * cancelled; its text stays.
 */
export default function AboutUsDesk() {
  const found = useQuery({
    queryKey: ['about-versions'],
    queryFn: () => call(aboutUs.versions, { query: { pageSize: 20 } }, { silent: true }),
    retry: false,
    staleTime: 0,
  })
  const usual = useQuery({ queryKey: ['about-now'], queryFn: () => call(aboutUs.detail, { query: {} }, { silent: true }), retry: false })
  const [read, setRead] = useState<AboutVersion | null>(null)
  const [base, setBase] = useState<AboutVersion | null>(null)
  const [round, setRound] = useState(0)
  const [pair, setPair] = useState<readonly [number, number] | null>(null)
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !usual.data) return <p role="status">正在加载…</p>
  const shown = usual.data
  const waiting = found.data.list.filter((one) => one.standing === 'waiting')
  const others = found.data.list.filter((one) => one.standing !== 'waiting')
  const refresh = () => Promise.all([found.refetch(), usual.refetch()])
  /** The form begins anew, with what is shown now. What was typed in it is stored first, so that the new form offers it. */
  const beginAnew = async (from: AboutVersion | null) => {
    await flushDrafts()
    await refresh()
    setBase(from)
    setRound((n) => n + 1)
  }
  const versionOf = (one: AboutVersion) => (
    <AboutVersionRow
      key={one.id}
      version={one}
      shownId={shown.id}
      waitingId={waiting[0]?.id ?? 0}
      onRead={() => setRead(one)}
      onCompare={() => setPair(one.standing === 'past' ? [one.id, shown.id!] : [shown.id!, one.id])}
      onBegin={() => beginAnew(one)}
      onDone={() => (one.standing === 'waiting' ? refresh() : beginAnew(null))}
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
      {/*
        What is scheduled is not shown yet: the next version begins with what visitors see. What a colleague saves meanwhile is merged when
        this one is sent, so that nothing that is being typed is put aside.
      */}
      <AboutForm
        key={round}
        about={shown}
        begin={base ?? shown}
        waiting={waiting[0]}
        onLook={async () => (await found.refetch()).data?.list.find((one) => one.standing === 'waiting')?.id ?? 0}
        onDone={() => beginAnew(null)}
      />
      <h2>版本</h2>
      {found.data.total === 0 && <p>还没有发布过，页面显示默认的联系方式。</p>}
      <ul className={css.rows}>{others.map(versionOf)}</ul>
      {read && <AboutVersionDialog version={read} onClose={() => setRead(null)} />}
      {pair && <AboutCompareDialog versions={found.data.list} first={pair[0]} second={pair[1]} onClose={() => setPair(null)} />}
    </div>
  )
}
