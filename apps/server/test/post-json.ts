/** Posts an object; returns the parsed response, whatever its status. */
export const postJson = async (url: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
};
