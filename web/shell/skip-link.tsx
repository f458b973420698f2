import styles from './skip-link.module.css'

export function SkipLink() {
  return (
    <a href="#main" className={styles.skip} data-skip>
      跳到正文
    </a>
  )
}
