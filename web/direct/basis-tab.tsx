import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { directStaff, type DirectListDetail } from '../../contract/direct.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { loadRuleWords } from '../policy/index.ts'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'
import css from './direct.module.css'

const RuleWords = lazyPart(() => loadRuleWords().then((m) => m.RuleWords), onItsWay)
const BenefitWords = lazyPart(() => loadRuleWords().then((m) => m.BenefitWords))

/** The rule of the list, and the check that its rows still follow from the frozen facts. */
export function BasisTab({ detail: d }: { detail: DirectListDetail }) {
  const proof = useMutation({ mutationFn: () => call(directStaff.verify, { query: { id: d.id } }, { silent: true }) })
  return (
    <div className={css.stack}>
      <section className={css.panel} aria-labelledby="direct-rule">
        <div className={css.stack}>
          <h3 id="direct-rule">{d.ruleVersion === null ? '基准日生效的规则' : `冻结的规则：第 ${d.ruleVersion} 版`}</h3>
          {d.rule ? (
            <>
              <h4>条件</h4>
              <RuleWords rule={d.rule} page={`/page/policyserverdetail?id=${d.policyId}`} />
              <h4>金额</h4>
              <BenefitWords rule={d.rule} />
            </>
          ) : (
            <p>政策目前没有生效的规则。</p>
          )}
          {d.ruleHash && <p className={css.hash}>规则校验值（SM3）{d.ruleHash}</p>}
        </div>
      </section>
      {d.ruleVersion !== null && (
        <section className={css.panel} aria-labelledby="direct-proof">
          <div className={css.stack}>
            <h3 id="direct-proof">核验</h3>
            <p className={css.note}>用冻结的规则和冻结的事实重算每一家，并核对校验值；档案或政策之后怎么变都不影响结果。</p>
            <p>
              <Button loading={proof.isPending} onClick={() => proof.mutate()}>
                重算核验
              </Button>
            </p>
            {proof.error && (
              <p role="alert" style={{ color: 'var(--error)' }}>
                {readFailure(proof.error).message}
              </p>
            )}
            {proof.data && (
              <div role="status">
                <p>
                  共 {proof.data.rows} 家，一致 {proof.data.same} 家
                  {proof.data.differ.length > 0 ? `，不一致 ${proof.data.differ.length} 家：` : '。'}
                </p>
                <ul className={css.lines}>
                  {proof.data.differ.map((row) => (
                    <li key={row.rowId}>
                      {row.companyName}：{row.why}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        </section>
      )}
    </div>
  )
}
