import { files } from '../../contract/files.ts'
import { call } from '../api.ts'
import styles from './declare.module.css'

/** A private file opens by a signed link of five minutes; the tab opens now, inside the click. */
export function FileLink({ file }: { file: { filePath: string; fileName: string } }) {
  const open = async () => {
    const tab = window.open('', '_blank')
    try {
      const { url } = await call(files.link, { query: { filePath: file.filePath } })
      if (tab) tab.location.href = url
      else location.assign(url)
    } catch { tab?.close() }
  }
  return <button type="button" className={styles.fileLink} onClick={() => void open()}>{file.fileName}</button>
}
