import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { matching } from '../../contract/matching.ts'
import { call } from '../api.ts'
import { Verdict } from '../matching/index.ts'
import type { Verdict as Code } from '../../contract/matching/verdicts.ts'
import { money } from '../kit/money.ts'
import { session } from '../session.ts'
import { AlsoOpen } from './also-open.tsx'
import styles from './home.module.css'

interface Mine {
  counts: { match: number; near: number; unknown: number }
  list: { id: number; code: string; policyTitle: string; verdict: Code; max: number | null }[]
}

/** 我的匹配 on the home page: the best policies for the user's company; without consent to read the archive, an invitation to give it. */
export default function MyPolicies() {
  const [mine, setMine] = useState<Mine | 'noConsent' | null>(null)
  useEffect(() => {
    let gone = false
    const load = async () => {
      await session.ready()
      if ((await session.protocolStatus()) !== '02') return 'noConsent' as const
      return await call(matching.homeMyPolicy, { query: { pageSize: 5 } }, { silent: true })
    }
    load().then(
      (found) => {
        if (!gone) setMine(found)
      },
      () => {},
    )
    return () => {
      gone = true
    }
  }, [])
  if (!mine) return null
  if (mine === 'noConsent') {
    return (
      <section className={`card ${styles.block} ${styles.invite}`}>
        <h2>我的匹配</h2>
        <p>授权平台读取企业档案后，这里会列出本企业符合的政策与可得金额。</p>
        <Link className="btn btn-primary btn-block" to="/work/enterpriseArchive">
          完善档案并授权
        </Link>
      </section>
    )
  }
  return (
    <section className={`card ${styles.block} ${styles.invite}`}>
      <h2>我的匹配（{mine.counts.match}）</h2>
      <AlsoOpen {...mine.counts} />
      <ul>
        {mine.list.map((p) => (
          <li key={p.id} className={styles.mine}>
            <Link to={`/page/policyserverdetail?id=${p.id}`}>{p.policyTitle}</Link>
            <span>
              <Verdict verdict={p.verdict} />
              {p.max !== null && p.max > 0 && <span className="meta num"> {money(p.max)}</span>}
            </span>
          </li>
        ))}
      </ul>
      <Link to="/page/policyserver/calculator/subList?archive=1">查看全部与理由</Link>
    </section>
  )
}
