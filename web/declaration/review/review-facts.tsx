import type { ReviewDetail } from '../../../contract/declaration.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import css from './review.module.css'

/** What a declaration is about, and when it was submitted. */
export const ReviewFacts = ({ detail }: { detail: ReviewDetail }) => (
  <dl className={css.facts}>
    <div>
      <dt>受理号</dt>
      <dd className="num">{detail.declareNo ?? '无'}</dd>
    </div>
    <div>
      <dt>项目</dt>
      <dd>{detail.projectName}</dd>
    </div>
    <div>
      <dt>政策</dt>
      <dd>{detail.policyTitle}</dd>
    </div>
    <div>
      <dt>提交时间</dt>
      <dd className="num">
        {localMinute(detail.submitTime) || '无'}
        {detail.round > 1 && `（第 ${detail.round} 次提交）`}
      </dd>
    </div>
  </dl>
)
