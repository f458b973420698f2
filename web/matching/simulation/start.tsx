import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { simulation } from '../../../contract/matching/simulation.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { call } from '../../api.ts'
import { money } from '../../kit/money.ts'
import { session } from '../../session.ts'
import { ask } from '../../shell/confirm.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { messages } from '../../../contract/messages.ts'
import styles from './simulation.module.css'

type Row = Data<typeof simulation.history>['list'][number]
const CompareRuns = lazyPart(() => import('./compare-runs.tsx').then((m) => m.CompareRuns))
/** At least the number of runs that a user can keep. */
const MOST = 100
const here = '/page/policyserver/simulation'

/** The choice of the starting point: an invented company, an empty sheet, one's own archive, or an earlier run. */
export function StartChoice({ templates }: { templates: Data<typeof simulation.templates>['list'] }) {
  const [mine, setMine] = useState<{ consented: boolean; enterprise: boolean; rows: Row[] } | null>(null)
  const [chosen, setChosen] = useState<number[]>([])
  const [comparing, setComparing] = useState<[Row, Row] | null>(null)
  const choose = (id: number) => setChosen((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id].slice(-2)))
  const compare = () => {
    // The list has the newest run first; a comparison goes from the older run to the newer one.
    const [newer, older] = mine?.rows.filter((row) => chosen.includes(row.id)) ?? []
    if (newer && older) setComparing([older, newer])
  }
  const load = async () => {
    await session.ready()
    if (!session.hasToken()) return
    const enterprise = session.user()?.type === 'QY'
    const consented = enterprise && (await session.protocolStatus()) === '02'
    const { list } = await call(simulation.history, { query: { pageSize: MOST } }, { silent: true })
    setChosen((old) => old.filter((id) => list.some((row) => row.id === id)))
    setMine({ consented, enterprise, rows: list })
  }
  useEffect(() => {
    load().catch(() => {})
  }, [])
  const remove = async (row: Row) => {
    const text = row.shareId ? `删除后“${row.name}”的链接立即失效，确定删除？` : `确定删除“${row.name}”？`
    if ((await ask({ text, confirm: messages.confirm, cancel: messages.cancel })) !== 'confirm') return
    await call(simulation.remove, { body: { id: row.id } })
    await load()
  }
  return (
    <>
      <h2 className={styles.startTitle}>从哪家企业开始</h2>
      <ul className={styles.starts}>
        {mine?.enterprise && (
          <li>
            {mine.consented ? (
              <Link className={`card ${styles.start}`} to={`${here}?archive=1`}>
                <strong>我的企业档案</strong>
                <span>带入档案数据做副本，怎么改都不影响档案</span>
              </Link>
            ) : (
              <Link className={`card ${styles.start}`} to="/work/enterpriseArchive">
                <strong>我的企业档案</strong>
                <span>先授权平台读取企业档案，再带入做模拟</span>
              </Link>
            )}
          </li>
        )}
        {templates.map((t) => (
          <li key={t.id}>
            <Link className={`card ${styles.start}`} to={`${here}?t=${t.id}`}>
              <strong>{t.name}</strong>
              <span>{t.summary}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link className={`card ${styles.start}`} to={`${here}?t=blank`}>
            <strong>从空白开始</strong>
            <span>自己填写一家设想中的企业</span>
          </Link>
        </li>
      </ul>
      {mine && mine.rows.length > 0 && (
        <section className={`card ${styles.history}`} aria-labelledby="history">
          <h2 id="history">我的模拟记录</h2>
          <p className={`meta ${styles.comparing}`}>
            勾选两条记录，看条件和结果差在哪里。
            <button type="button" className="btn btn-small" disabled={chosen.length !== 2} onClick={compare}>
              对比所选两条
            </button>
            <span role="status">{chosen.length > 0 && `已选 ${chosen.length} 条`}</span>
          </p>
          <ul>
            {mine.rows.map((row) => (
              <li key={row.id}>
                <input
                  type="checkbox"
                  checked={chosen.includes(row.id)}
                  onChange={() => choose(row.id)}
                  aria-label={`选择对比：${row.name}，${row.asOf}`}
                />
                <Link to={row.shareId ? `${here}?s=${row.shareId}` : `${here}?log=${row.id}`}>{row.name}</Link>
                <span className="meta">
                  {row.asOf} · 符合 {row.matchCount} 项 · {row.min === row.max ? money(row.max) : `${money(row.min)} – ${money(row.max)}`}
                  {row.expireTime && ` · 分享链接 ${shanghaiDay(Date.parse(row.expireTime))} 前有效`}
                </span>
                <button type="button" className="btn btn-small" onClick={() => void remove(row)}>
                  {row.shareId ? '收回链接' : '删除'}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {comparing && <CompareRuns before={comparing[0]} after={comparing[1]} onClose={() => setComparing(null)} />}
    </>
  )
}
