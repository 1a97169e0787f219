/** The forms by which mail programs unsubscribe (RFC 8058, section 3.2). */
export const oneClickForms = [
  {
    name: 'multipart/form-data',
    headers: { 'content-type': 'multipart/form-data; boundary=form' },
    payload:
      '--form\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n' +
      'One-Click\r\n--form--\r\n',
  },
  {
    name: 'application/x-www-form-urlencoded',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  },
] as const;
