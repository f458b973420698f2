import { authStatusLabels, type AuthStatus } from '../../../contract/company.ts'
import type { ReviewDetail } from '../../../contract/declaration.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { checksOf } from './changes.ts'
import css from './review.module.css'

const tones = { ok: 'done', bad: 'urgent', unknown: 'off' } as const
const words = { ok: '通过', bad: '注意', unknown: '无结论' }

/** The applicant, and the automatic checks. */
export const CompanyCard = ({ detail }: { detail: ReviewDetail }) => (
  <section className={css.panel} aria-labelledby="review-company">
    <h2 id="review-company">企业与核验</h2>
    <dl className={css.pairs}>
      <div>
        <dt>企业名称</dt>
        <dd>{detail.company.companyName}</dd>
      </div>
      <div>
        <dt>信用代码</dt>
        <dd className="num">
          {detail.company.code} <CopyButton text={detail.company.code} />
        </dd>
      </div>
      <div>
        <dt>档案授权</dt>
        <dd>{authStatusLabels[detail.company.authStatus as AuthStatus]}</dd>
      </div>
      {checksOf(detail).map((c) => (
        <div key={c.label}>
          <dt>{c.label}</dt>
          <dd>
            <StatusTag tone={tones[c.state]}>{words[c.state]}</StatusTag> {c.text}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
