import type { ActivityDetail } from '../../contract/training/activity.ts'
import { saveBlob } from '../api.ts'
import { storedFile } from '../kit/upload/stored-file.ts'
import styles from './training.module.css'

/** Materials for a participant. A download needs the user's token, so a plain link would not work. */
export const OwnMaterials = ({ of }: { of: NonNullable<ActivityDetail['materials']> }) => (
  <ul className={styles.units} aria-label="活动资料">
    {of.map(({ filePath, fileName }) => (
      <li key={filePath}>
        <button
          type="button"
          className="btn btn-small"
          aria-label={`下载：${fileName}`}
          onClick={() => void storedFile(filePath).then(saveBlob, () => {})}
        >
          下载
        </button>{' '}
        {fileName}
      </li>
    ))}
  </ul>
)
