import { refused } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { peek, take, type Limit } from '../http/limits.ts'

const GIGABYTES = 2
/**
 * Uploaded kilobytes per account and day, also of files that were deleted later: 120 uploads a minute of 30 MB would fill a disk within an
 * hour (U-01).
 */
export const UPLOADS_A_DAY: Limit = { name: 'upload-kilobytes', points: GIGABYTES << 20, seconds: 86_400 }

const subject = (userId: number) => `user:${userId}`
const full = () => refused(`您今天上传的文件已满 ${GIGABYTES} GB，请明天再传`, 'UPLOAD_QUOTA')

/** Call before a file is received. */
export async function refuseFullQuota(k: Kernel, userId: number): Promise<void> {
  if ((await peek(k, UPLOADS_A_DAY, subject(userId))).remaining === 0) throw full()
}

/** Call before a file is stored, outside any transaction. */
export async function takeQuota(k: Kernel, userId: number, bytes: number): Promise<void> {
  if (!(await take(k, UPLOADS_A_DAY, subject(userId), Math.ceil(bytes / 1024))).allowed) throw full()
}
