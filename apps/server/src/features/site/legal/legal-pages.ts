import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import { legalPages, readLegalPage, type LegalPage } from '@izgodno/contract/site/calls';
import { codeOf } from '#platform/code-of.ts';
import { addCall } from '#platform/http/add-call.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';

const DOCS = path.join(import.meta.dirname, '../../../../../../docs');
const DRAFTS = path.join(DOCS, 'legal');

export interface LegalPages {
  markdown(page: LegalPage, language: LanguageCode): string;
  /** The text of a path such as `/terms` or `/help`, for readers without scripts; empty for another path. */
  htmlAt(urlPath: string, language: LanguageCode): string;
}

/** The operator's file, or the draft. Throws if the operator's file cannot be read. */
const readDocument = async (folder: string | undefined, name: string): Promise<string> => {
  if (folder === undefined) return readFile(path.join(DRAFTS, name), 'utf8');
  try {
    return await readFile(path.join(folder, name), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return readFile(path.join(DRAFTS, name), 'utf8');
    throw new Error(`LEGAL_FOLDER: ${name} cannot be read.`, { cause: error });
  }
};

const inline = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]+)\]\(((?:https:\/|)\/[^\s)]+)\)/g, '<a href="$2">$1</a>');

const writeList = (name: 'ol' | 'ul', lines: readonly string[], mark: RegExp): string =>
  `<${name}>${lines.map((line) => `<li>${inline(line.replace(mark, ''))}</li>`).join('')}</${name}>`;

const writeBlock = (block: string): string => {
  const heading = /^(#{1,3}) (.+)$/.exec(block);
  if (heading !== null) {
    const level = heading[1]?.length ?? 1;
    return `<h${level}>${inline(heading[2] ?? '')}</h${level}>`;
  }
  const anchor = /^<a id="([a-z]+)"><\/a>$/.exec(block)?.[1];
  if (anchor !== undefined) return `<a id="${anchor}"></a>`;
  const lines = block.split('\n');
  for (const [name, mark] of [
    ['ul', /^- /],
    ['ol', /^\d+\. /],
  ] as const)
    if (lines.every((line) => mark.test(line))) return writeList(name, lines, mark);
  return `<p>${inline(lines.join(' '))}</p>`;
};

/** HTML of headings, paragraphs, lists, anchors, labels and links; anything else is shown as text. */
export const renderLegal = (markdown: string): string =>
  markdown
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(writeBlock)
    .join('\n');

/** Reads all documents once, at the start. */
export const loadLegalPages = async (folder: string | undefined): Promise<LegalPages> => {
  const documents = new Map<string, { readonly markdown: string; readonly html: string }>();
  for (const page of legalPages)
    for (const language of languages) {
      const markdown = await readDocument(folder, `${page}.${language}.md`);
      documents.set(`${page}.${language}`, { markdown, html: renderLegal(markdown) });
    }
  for (const language of languages) {
    const markdown = await readFile(path.join(DOCS, 'help', `${language}.md`), 'utf8');
    documents.set(`help.${language}`, { markdown, html: renderLegal(markdown) });
  }
  const find = (page: string, language: LanguageCode) => documents.get(`${page}.${language}`);
  return {
    markdown: (page, language) => find(page, language)?.markdown ?? '',
    htmlAt: (urlPath, language) => find(urlPath.replaceAll('/', ''), language)?.html ?? '',
  };
};

export const registerLegal = (app: FastifyInstance, pages: LegalPages): void =>
  addCall(app, readLegalPage, async ({ params, query }) => ({
    markdown: pages.markdown(params.page, query.language),
  }));
