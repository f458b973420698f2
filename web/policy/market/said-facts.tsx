import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Data } from '../../../contract/endpoint.ts'
import type { saidFacts, SaidVerdict } from '../../../contract/matching/said-facts.ts'
import { amountText, readSheet, Verdict, withSaid, writeSheet } from '../../matching/index.ts'
import { listIn, withQuery } from '../../shell/address.ts'
import styles from './said-facts.module.css'

type Said = Data<typeof saidFacts.read>
const CALCULATOR = '/page/policyserver/calculator'

/** The facts read from the question, each removable, with a link to the calculator. Nothing when there are none. */
export function SaidFacts({ path, said }: { path: string; said: Said | null }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const without = listIn(params, 'without')
  // The clicked link disappears with the new answer: the focus moves to the remaining marks.
  const section = useRef<HTMLElement>(null)
  const used = useRef(false)
  const taken = without.join(',')
  useEffect(() => {
    if (used.current) section.current?.focus()
    used.current = false
  }, [taken])
  const use = () => {
    used.current = true
  }
  if (!said || (said.facts.length === 0 && said.open.length === 0 && without.length === 0)) return null
  const bounds = said.facts.some(({ exact }) => !exact)
  return (
    <section ref={section} tabIndex={-1} className={styles.said} aria-label="按您说的">
      {said.facts.length > 0 && (
        <div className={styles.line}>
          <p className={styles.head}>按您说的：</p>
          <ul className={styles.facts}>
            {said.facts.map(({ key, label, text, exact }) => (
              <li key={key}>
                <Link
                  className={`tag ${exact ? 'tag-info' : ''}`}
                  to={withQuery(path, params, { without: [...without, key].join(',') })}
                  onClick={use}
                >
                  {label} {text}
                  {!exact && '（只有范围）'} <span aria-hidden="true">✕</span>
                  <span className="visually-hidden">（不按这一条）</span>
                </Link>
              </li>
            ))}
          </ul>
          {/* No link: pressed before the page is interactive, it would lead there without the facts; a button is pressed again. */}
          <button
            type="button"
            className="btn btn-small"
            onClick={() => {
              writeSheet(withSaid(readSheet(), said.answers, said.facts))
              void navigate(CALCULATOR)
            }}
          >
            继续补充
          </button>
          <noscript>
            <a className="btn btn-small" href={CALCULATOR}>
              继续补充
            </a>
          </noscript>
        </div>
      )}
      {bounds && <p className="meta">只有范围的不能当作准确数，没有用来判定；请在“继续补充”里填写。</p>}
      {said.open.length > 0 && (
        <p className="meta">没有听懂、也没有猜：{said.open.map((part) => `“${part}”`).join('、')}。可以换个说法，或在测算里填写。</p>
      )}
      {without.length > 0 && (
        <p className="meta">
          {said.facts.length === 0 && said.open.length === 0 && '您说的情况已全部去掉，下面只按文字查找。'}
          <Link to={withQuery(path, params, { without: null })} onClick={use}>
            恢复去掉的 {without.length} 条
          </Link>
        </p>
      )}
    </section>
  )
}

/** The meaning of the facts for one policy. */
export function SaidJudgement({ judged }: { judged: SaidVerdict }) {
  const { verdict, failed, missing } = judged
  const why = verdict === 'nomatch' || verdict === 'near' ? failed : verdict === 'unknown' ? missing : []
  return (
    <p className={styles.judged}>
      <Verdict verdict={verdict} />
      {verdict === 'match' && <span className="num">{amountText(judged)}</span>}
      {why.length > 0 && (
        <span>
          {verdict === 'unknown' ? '还差：' : '未达到：'}
          {why.join('；')}
        </span>
      )}
    </p>
  )
}
