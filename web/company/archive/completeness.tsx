import css from './enterprise-archive.module.css'

/** The share of required facts that are known, as bar and number. */
export const Completeness = ({ percent }: { percent: number }) => (
  <div className={css.meter}>
    <span>信息完整度</span>
    <progress max={100} value={percent} aria-label="信息完整度">
      {percent}%
    </progress>
    <strong className="num">{percent}%</strong>
  </div>
)
