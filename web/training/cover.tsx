import styles from './training.module.css'

/** The cover of an activity, a report or a live session, if it has one. */
export const Cover = ({ of }: { of: { cover: string | null; coverAlt: string } }) =>
  of.cover && (
    <img
      className={styles.cover}
      src={`/files/download?filePath=${of.cover}&inline=true`}
      alt={of.coverAlt}
      width={160}
      height={100}
      loading="lazy"
    />
  )
