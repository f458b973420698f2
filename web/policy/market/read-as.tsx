import { Link } from 'react-router'
import styles from './found-list.module.css'

/** Message that no document has the numbers in the question. */
export const unknownNumber = (numbers: readonly string[]): string =>
  `没有文号为${numbers.map((number) => `“${number}”`).join('、')}的政策。`

interface Props {
  found: { asked?: string | undefined; searched?: string | undefined; nowhere?: string | undefined }
  /** document numbers that do not exist */
  missing?: readonly string[] | undefined
  /** address of the search for the words as typed */
  exactly: string
}

/**
 * How a question was interpreted: a corrected typing error, with a link to the words as typed; document numbers that do not exist; a place
 * without policies.
 */
export const ReadAs = ({ found, missing, exactly }: Props) => (
  <>
    {found.asked && (
      <p className={styles.repaired} role="status">
        已按“{found.searched}”搜索，<Link to={exactly}>仍搜“{found.asked}”</Link>
      </p>
    )}
    {found.nowhere && (
      <p className={styles.repaired} role="status">
        本站没有收录{found.nowhere}自己的政策，下面是全国、本省和本县的，以及写明其他地区的参考。
      </p>
    )}
    {missing && (
      <p className={styles.repaired} role="status">
        {unknownNumber(missing)}
      </p>
    )}
  </>
)
