import { Link } from 'react-router'
import { useRootData } from '../../shell/root-data.ts'
import styles from './ways-on.module.css'

/** No policy surely answers a question: that is said in one line, with the ways on. */
export function WaysOn({ q }: { q: string }) {
  const phone = useRootData()?.site.phone
  return (
    <div className={styles.on}>
      <p>没有政策能回答“{q}”</p>
      <p className="meta">
        可以<Link to="/page/policyserver/calculator">用政策计算器算一算</Link>，在<Link to="/page/policymarket/index">政策超市</Link>
        里打开相近的政策咨询
        {phone && (
          <>
            ，或拨打服务电话 <a href={`tel:${phone}`}>{phone}</a>
          </>
        )}
        。问题会隐去数字和名称后转给编辑。
      </p>
    </div>
  )
}
