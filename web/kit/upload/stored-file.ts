import { files } from '../../../contract/files.ts'
import { call, type BlobAnswer } from '../../api.ts'

/** A stored file, read with the person's own right. */
export const storedFile = async (filePath: string): Promise<BlobAnswer> =>
  (await call(files.download, { query: { filePath } })) as BlobAnswer
