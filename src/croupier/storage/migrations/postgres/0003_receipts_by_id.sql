-- Ids first: they mostly grow with time, so that new ones land on the last pages of the index. By person first, a
-- batch of a hundred players touched a hundred pages.
DROP INDEX receipts_by_id;
CREATE UNIQUE INDEX receipts_by_id ON receipts (table_id, id, who);
