import { useQuery } from '@tanstack/react-query'
import { consultVerdict } from '../../../contract/matching/consult-verdict.ts'
import { call } from '../../api.ts'
import { Verdict } from '../../matching/index.ts'
import { money } from '../../kit/money.ts'
import css from './consults.module.css'

const marks = { true: '✓ 满足', false: '✕ 不满足', unknown: '? 待补充' } as const

/** The verdict of the policy for the asking company, for the person who answers; nothing for a question of a person, or while unknown. */
export function ConsultVerdict({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['consult', id, 'verdict'],
    queryFn: () => call(consultVerdict.verdict, { query: { id } }, { silent: true }),
    retry: false,
  })
  if (!data || data.of === 'person') return null
  const found = data.judgement
  return (
    <section className={css.verdict} aria-label="企业核对结论">
      {data.of === 'withheld' ? (
        <p>该企业未授权使用档案，不能核对。</p>
      ) : !found ? (
        <p>该政策目前没有生效的规则，不能核对。</p>
      ) : (
        <>
          <p>
            按企业档案：
            <Verdict verdict={found.verdict} />{' '}
            {found.max !== null && found.max > 0 && (found.min === found.max ? money(found.max) : `最高 ${money(found.max)}`)}
          </p>
          <details>
            <summary>逐条核对</summary>
            <ul>
              {found.conditions.map((c, i) => (
                <li key={i} style={{ marginInlineStart: `${c.depth}em` }}>
                  {marks[c.result]}：{c.sentence}
                  {c.facts && <span>（{c.result === 'unknown' ? `缺 ${c.facts}` : c.facts}）</span>}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  )
}
