/** A multipart form with metadata and a file. Its boundary is `b`. */
export const multipartBody = (field: string, name: string): string =>
  `--b\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{"a":"${field}"}\r\n` +
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}.txt"\r\n\r\nx\r\n--b--\r\n`;
